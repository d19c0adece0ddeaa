"""The viewer of palace, installed as `palace_viewer`; the verbs that draw load it when called."""
