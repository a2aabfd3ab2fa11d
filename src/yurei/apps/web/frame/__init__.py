"""The frame of all pages: HTML parts, page frame, boards, requests, security, errors, log and limits."""
