"""The games whose screens are walked through, for pictures and for tests."""

from __future__ import annotations

import nifty_tour
import nyet_tour

TOURS = {tour.title: tour for tour in (nyet_tour.TOUR, nifty_tour.TOUR)}
