"""Foundation without knowledge of notes or models: settings, credentials, errors, logs and the platform."""
