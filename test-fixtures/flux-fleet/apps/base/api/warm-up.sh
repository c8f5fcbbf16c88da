#!/bin/sh
# Ask for the busiest places once, so that they are in the cache.
for place in ${PLACES:-berlin paris madrid}; do
  wget -q -O /dev/null "http://localhost:8080/forecast/${place}"
done
