"""What may be built: pieces, maps, palaces, staircases, and the referees."""
