"""The table page: a game under way in the browsers of phones and tablets."""
