"""The commands of `sandtable`: every module here is the command of its name, a function or a group called like the module.

It is imported when the command is used (or `--help` asked), so it imports what it needs at its top."""
