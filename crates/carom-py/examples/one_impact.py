"""A ball falls on a ball that rests on a table: what happens, and why."""

import carom

upper = carom.Body.ball(mass=1, radius=1, position=[0, 0, 3], velocity=[0, 0, -1], name="upper")
lower = carom.Body.ball(mass=1.1547, radius=1, position=[0, 0, 1], name="lower")
table = carom.Body.plane(normal=[0, 0, 1], name="table")
result = carom.Impact([upper, lower, table], contact_defaults={"restitution": 0.9}).solve()
print(result.velocities["upper"], result.energy.lost_in_restitution)
for event in result.events:
    print(f"{event.time:.5f} s: {event.name} {event.kind}")
result.plot().save("impulse-plane.svg")
