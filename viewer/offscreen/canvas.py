"""An off-screen window of VTK with actors that have names.

VTK is used directly: PyVista takes longer to import than a picture takes to draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from palace.core.colours import rgb

from ..meshes import Mesh, make_actor, shade_to_vtk, to_vtk
from ..pieces.shell import Points
from ..shade import Shade

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkActor, vtkCamera

_SAMPLES = 8


class Canvas:
    """A frame of `size` pixels with one camera; `actors` and their `meshes` have names.

    `depths` are the distances from the camera, in mm, between which everything is drawn; None is
    for a box around all actors.  OpenGL must have been checked (`need`).
    """

    depths: tuple[float, float] | None = None

    def __init__(self, size: tuple[int, int]) -> None:
        import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - without it there is no window
        from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow

        self.size = size
        self.actors: dict[str, vtkActor] = {}
        self.meshes: dict[str, Mesh] = {}
        self.renderer = vtkRenderer()
        self.renderer.SetDitherGradient(False)  # noise would double the files
        self.window = vtkRenderWindow()
        self.window.SetOffScreenRendering(True)
        self.window.SetMultiSamples(0)
        self.window.SetSize(*size)
        self.window.AddRenderer(self.renderer)

    @property
    def camera(self) -> vtkCamera:
        """The camera of VTK."""
        return self.renderer.GetActiveCamera()

    def set_background(self, colour: str, *, top: str | None = None) -> None:
        """Set the background to a colour `#rrggbb`, or let it run to another one at the top."""
        self.renderer.SetBackground(*(part / 255 for part in rgb(colour)))
        self.renderer.SetBackground2(*(part / 255 for part in rgb(top or colour)))
        self.renderer.SetGradientBackground(top is not None)

    def smooth(self, *, fine: bool) -> None:
        """Smooth all edges: with 16 pixels for each if `fine`, or in half the time."""
        from vtkmodules.vtkRenderingOpenGL2 import vtkCameraPass, vtkRenderStepsPass, vtkSSAAPass

        if not fine:
            self.window.SetMultiSamples(_SAMPLES)
            return
        camera, whole = vtkCameraPass(), vtkSSAAPass()
        camera.SetDelegatePass(vtkRenderStepsPass())
        whole.SetDelegatePass(camera)
        self.renderer.SetPass(whole)

    def add(self, name: str, mesh: Mesh | Shade, **look: float) -> None:
        """Show a mesh or a shade in place of the one of this name; nothing if it has no cells."""
        if name in self.actors:
            self.renderer.RemoveActor(self.actors.pop(name))
            self.meshes.pop(name, None)
        data = shade_to_vtk(mesh) if isinstance(mesh, Shade) else to_vtk(mesh)
        if data is not None:
            if isinstance(mesh, Mesh):
                self.meshes[name] = mesh
            self.actors[name] = make_actor(data, **look)
            self.renderer.AddActor(self.actors[name])

    def replace(self, name: str, mesh: Mesh) -> None:
        """Show another mesh with the same look."""
        data = to_vtk(mesh)
        self.actors[name].SetVisibility(data is not None)
        if data is not None:
            self.actors[name].mapper.SetInputData(data)

    def turn(self, place: Points) -> None:
        """Move everything by a matrix (4, 4)."""
        from vtkmodules.vtkCommonMath import vtkMatrix4x4

        matrix = vtkMatrix4x4()
        matrix.DeepCopy(place.ravel().tolist())
        for actor in self.actors.values():
            actor.SetUserMatrix(matrix)

    def screenshot(self, *, transparent_background: bool = False) -> NDArray[np.uint8]:
        """Draw everything; return the picture (height, width, 3 or 4), the top row first."""
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkRenderingCore import vtkWindowToImageFilter

        if self.depths is None:
            self.renderer.ResetCameraClippingRange()
        else:
            self.camera.SetClippingRange(*self.depths)
        self.window.SetAlphaBitPlanes(transparent_background)
        self.window.Render()
        reader = vtkWindowToImageFilter()
        reader.SetInput(self.window)
        reader.ReadFrontBufferOff()
        reader.ShouldRerenderOff()
        if transparent_background:
            reader.SetInputBufferTypeToRGBA()
        reader.Update()
        wide, high = self.size
        values = reader.GetOutput().GetPointData().GetScalars()
        rows: NDArray[np.uint8] = vtk_to_numpy(values).reshape(high, wide, -1)
        return rows[::-1].copy()

    def close(self) -> None:
        """Free the window."""
        self.actors.clear()
        self.renderer.RemoveAllViewProps()
        self.window.Finalize()
