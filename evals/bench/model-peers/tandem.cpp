// The tandem of ../models/tandem.json as a hand-written event loop: what a special program for this one model can do.
//
//   tandem REQUESTS SEED
//
// prints one line of JSON: how many requests were simulated, the wall time and the processor time of that in seconds, and
// their mean response time in seconds of the model.

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <queue>
#include <vector>

namespace {

constexpr double arrival_rate = 4.0;
constexpr int station_count = 3;
constexpr int servers[station_count] = {4, 4, 2};
constexpr double mean_service[station_count] = {0.5, 0.8, 0.45};

// xoshiro256++ of Blackman and Vigna, its state filled by splitmix64 as they advise.
class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
      word = mixed ^ (mixed >> 31);
    }
  }

  double exponential(double mean) {
    // 53 bits, in [0, 1): the logarithm never sees 0.
    const double uniform = static_cast<double>(next() >> 11) * 0x1.0p-53;
    return -mean * std::log(1.0 - uniform);
  }

 private:
  static std::uint64_t rotate(std::uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  std::uint64_t state_[4];
};

// A request is only the time at which it came; first in, first out. The size is a power of two.
class Ring {
 public:
  bool empty() const { return head_ == tail_; }

  void push(double arrived) {
    if (tail_ - head_ == slots_.size()) grow();
    slots_[tail_++ & (slots_.size() - 1)] = arrived;
  }

  double pop() { return slots_[head_++ & (slots_.size() - 1)]; }

 private:
  void grow() {
    std::vector<double> larger(slots_.size() * 2);
    for (std::size_t at = head_; at != tail_; ++at) larger[at & (larger.size() - 1)] = slots_[at & (slots_.size() - 1)];
    slots_.swap(larger);
  }

  std::vector<double> slots_ = std::vector<double>(64);
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

struct Station {
  Ring waiting;
  int busy = 0;
};

// The end of a service at a station, or with station -1 the arrival of the next request.
struct Event {
  double at;
  double arrived;
  int station;
};

struct Later {
  bool operator()(const Event& one, const Event& other) const { return one.at > other.at; }
};

class Tandem {
 public:
  explicit Tandem(std::uint64_t seed) : random_(seed) {}

  // The sum of the response times of so many requests, all of which are served to their end.
  double run(std::uint64_t requests) {
    double total = 0.0;
    std::uint64_t to_come = requests;
    if (to_come > 0) events_.push({random_.exponential(1.0 / arrival_rate), 0.0, -1});
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.at;
      if (event.station < 0) {
        if (--to_come > 0) events_.push({now_ + random_.exponential(1.0 / arrival_rate), 0.0, -1});
        enter(0, now_);
        continue;
      }
      Station& station = stations_[event.station];
      if (station.waiting.empty()) {
        --station.busy;
      } else {
        serve(event.station, station.waiting.pop());
      }
      if (event.station + 1 < station_count) {
        enter(event.station + 1, event.arrived);
      } else {
        total += now_ - event.arrived;
      }
    }
    return total;
  }

 private:
  void enter(int at, double arrived) {
    Station& station = stations_[at];
    if (station.busy < servers[at]) {
      ++station.busy;
      serve(at, arrived);
    } else {
      station.waiting.push(arrived);
    }
  }

  void serve(int at, double arrived) { events_.push({now_ + random_.exponential(mean_service[at]), arrived, at}); }

  Random random_;
  Station stations_[station_count];
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  double now_ = 0.0;
};

}  // namespace

int main(int count, char** words) {
  const std::uint64_t requests = count == 3 ? std::strtoull(words[1], nullptr, 10) : 0;
  if (requests == 0) {
    std::fprintf(stderr, "usage: tandem REQUESTS SEED, both whole numbers, at least one request\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  Tandem tandem(std::strtoull(words[2], nullptr, 10));
  const double total = tandem.run(requests);
  const double cpu = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::printf("{\"requests\":%llu,\"wallS\":%.9f,\"cpuS\":%.9f,\"meanResponse\":%.9f}\n",
              static_cast<unsigned long long>(requests), wall.count(), cpu, total / static_cast<double>(requests));
}
