"""The layer of a window that is written on: one picture over all the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image


class Writing:
    """A picture that lies over a window, pixel for pixel, clear where nothing is written."""

    def __init__(self, window: Any) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkImageMapper, vtkRenderer

        self.mapper = vtkImageMapper()
        self.mapper.SetColorWindow(255)
        self.mapper.SetColorLevel(127.5)
        actor = vtkActor2D()
        actor.SetMapper(self.mapper)
        # A renderer of its own: it has no eye, and nothing of it is drawn the smoother way.
        self.renderer = vtkRenderer()
        window.SetNumberOfLayers(window.GetNumberOfLayers() + 1)
        self.renderer.SetLayer(window.GetNumberOfLayers() - 1)
        self.renderer.InteractiveOff()
        self.renderer.AddViewProp(actor)
        window.AddRenderer(self.renderer)

    def put(self, drawn: Image.Image) -> None:
        """Show a picture in RGBA, as large as the window."""
        import pyvista

        image = pyvista.ImageData(dimensions=(*drawn.size, 1))
        pixels = np.asarray(drawn)[::-1].reshape(-1, 4)
        image.point_data.set_scalars(np.ascontiguousarray(pixels), "written")
        self.mapper.SetInputData(image)
