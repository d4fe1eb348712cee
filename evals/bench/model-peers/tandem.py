"""The tandem of ../models/tandem.json in SimPy, as its documentation writes such models: a resource for each station
and a process for each request.

    tandem.py REQUESTS SEED

prints one line of JSON: how many requests were simulated, the wall time and the processor time of that in seconds, and
their mean response time in seconds of the model.
"""

import json
import random
import sys
import time

import simpy

ARRIVAL_RATE = 4.0
SERVERS = (4, 4, 2)
MEAN_SERVICE = (0.5, 0.8, 0.45)


class Responses:
    """Adds up how long requests took."""

    def __init__(self):
        self.total = 0.0
        self.count = 0

    def add(self, response):
        self.total += response
        self.count += 1


def request(env, stations, chance, responses):
    """One request on its way through all stations."""
    arrived = env.now
    for station, mean in zip(stations, MEAN_SERVICE):
        with station.request() as served:
            yield served
            yield env.timeout(chance.expovariate(1.0 / mean))
    responses.add(env.now - arrived)


def source(env, count, stations, chance, responses):
    """Sends so many requests, independently of each other."""
    for _ in range(count):
        yield env.timeout(chance.expovariate(ARRIVAL_RATE))
        env.process(request(env, stations, chance, responses))


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdecimal() or not sys.argv[2].isdecimal() or int(sys.argv[1]) == 0:
        sys.exit("usage: tandem.py REQUESTS SEED, both whole numbers, at least one request")
    count = int(sys.argv[1])
    start = time.perf_counter()
    cpu_start = time.process_time()
    chance = random.Random(int(sys.argv[2]))
    env = simpy.Environment()
    stations = [simpy.Resource(env, capacity=servers) for servers in SERVERS]
    responses = Responses()
    env.process(source(env, count, stations, chance, responses))
    env.run()
    cpu = time.process_time() - cpu_start
    wall = time.perf_counter() - start
    print(
        json.dumps(
            {
                "requests": responses.count,
                "wallS": wall,
                "cpuS": cpu,
                "meanResponse": responses.total / responses.count,
            }
        )
    )


if __name__ == "__main__":
    main()
