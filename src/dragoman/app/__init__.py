"""Where concrete classes meet: settings, runtime, projects and the desk that serves one turn."""
