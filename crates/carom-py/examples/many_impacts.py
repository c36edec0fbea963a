"""How much spin a ball keeps when it bounces, over the friction of the floor and its speed: ten thousand impacts."""

import numpy as np

import carom

ball = carom.Body.ball(mass=0.046, radius=0.0214, position=[0, 0, 0.0214], velocity=[5, 0, -5], name="ball")
floor = carom.Body.plane(normal=[0, 0, 1], name="floor")
impact = carom.Impact([ball, floor], contact_defaults={"restitution": 0.6, "friction": 0.3, "compliance": 1.21})
velocities = np.linspace(0.5, 2, 100)[:, None, None, None] * impact.velocities
out = carom.solve_batch(impact, velocities=velocities, friction=np.linspace(0, 1, 100)[:, None])
print(out, out.angular_velocities[-1, -1, 0])
