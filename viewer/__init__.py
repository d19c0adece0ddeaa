"""The viewer of palace, installed as `palace_viewer` and loaded by the verbs that draw."""
