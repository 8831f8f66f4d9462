"""The write side of an endpoint: updates and whole graphs, for whoever has the token.

The parts: `token` knows who may write, `datasets` reads and prepares the text of an update, `records` holds a
change, `worker` carries one out in a process of its own, `writer` starts and watches that process, `routes`
answers over HTTP.
"""
