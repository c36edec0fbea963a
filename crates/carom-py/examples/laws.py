"""What every law says of a rod that strikes a table."""

import numpy as np

import carom

rod = carom.Body(mass=1, inertia=np.diag([0.08, 0.08, 0.002]), position=[-0.2, 0, 0.4], velocity=[1, 0, -2], name="rod")
table = carom.Body.fixed(name="table")
contact = carom.Contact(rod, table, point=[0, 0, 0], normal=[0, 0, 1], restitution=0.7, friction=0.4)
comparison = carom.Impact([rod, table], [contact]).compare()
print(comparison)
comparison.plot().save("impulse-space.svg")
