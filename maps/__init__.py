"""The maps that come with the package: data, read with `importlib.resources`."""
