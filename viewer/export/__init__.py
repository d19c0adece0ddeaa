"""3D files: GLB for viewers, STL and 3MF for printers."""
