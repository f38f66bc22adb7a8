"""Pictures of problems, covers, lists and searches, as SVG; whatever they show was computed."""

from dlx.drawing.grid import draw_grid
from dlx.drawing.links import Dance
from dlx.drawing.matrix import draw_matrix
from dlx.drawing.picture import Picture, style
from dlx.drawing.tree import draw_tree

__all__ = ["Dance", "Picture", "draw_grid", "draw_matrix", "draw_tree", "style"]
