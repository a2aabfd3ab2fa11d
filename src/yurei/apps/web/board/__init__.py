"""SVG boards: lines, pieces, marks, and overlays."""
