"""A small convolutional net in numpy: three 3x3 layers, then a number per point and head."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
LAYERS = 3


def patches(images: Plane) -> Plane:
    """Return all 3x3 neighbourhoods: [batch, planes, h, w] to [batch, h, w, planes * 9]; 0 beyond the edge."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    batch, planes, height, width = images.shape
    return np.ascontiguousarray(windows.transpose(0, 2, 3, 1, 4, 5)).reshape(batch, height, width, planes * 9)


def chances(logits: Plane, can: Plane, hidden: Plane) -> Plane:
    """Return probabilities of all points whose sum is the number of hidden pieces, by shifting all logits of a board.

    Args:
        logits: [batch, h, w].
        can: Whether a hidden piece can lie there, 0 or 1, same shape.
        hidden: Number of hidden pieces, [batch, 1, 1].
    """
    shift = np.zeros_like(hidden)
    for _ in range(8):
        found = can / (1 + np.exp(-np.clip(logits + shift, -12, 12)))
        slope = (found * (1 - found)).sum((1, 2), keepdims=True) + 1e-3
        shift = shift + np.clip((hidden - found.sum((1, 2), keepdims=True)) / slope, -2, 2)
    told: Plane = np.clip(can / (1 + np.exp(-np.clip(logits + shift, -12, 12))), 1e-5, 1 - 1e-5)
    return told


class Net:
    """The weights of a net, and its evaluation.

    Attributes:
        weights: By name: ``w0`` float32[planes * 9, channels], ``b0`` float32[channels], and so on; ``w3``
            float32[channels, heads], ``b3`` float32[heads].
    """

    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self.weights = weights

    @classmethod
    def load(cls, path: Path) -> Net:
        """Load a net from a file that ``scripts/fit_prior`` wrote."""
        with np.load(path, allow_pickle=False) as kept:
            return cls({name: kept[name].astype(np.float32) for name in kept.files})

    def __call__(self, images: Plane) -> Plane:
        """Return the logit of every point and head: [batch, planes, h, w] to [batch, h, w, heads]."""
        held = images
        for layer in range(LAYERS):
            out = np.maximum(patches(held) @ self.weights[f"w{layer}"] + self.weights[f"b{layer}"], 0)
            held = out.transpose(0, 3, 1, 2)
        said: Plane = held.transpose(0, 2, 3, 1) @ self.weights[f"w{LAYERS}"] + self.weights[f"b{LAYERS}"]
        return said
