"""Instructions: notes of the vault that instruct the model: agents, projects, skills, memory and quick commands."""
