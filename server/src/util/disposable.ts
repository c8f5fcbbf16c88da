/** Something that holds on to the world (a watch, a timer, a process) until it is disposed. */
export interface Disposable {
  /** Lets go of everything. Calling it again does nothing. */
  readonly dispose: () => void;
}

/** Makes a disposable that runs `release` once, on the first call of `dispose`. */
export function disposable(release: () => void): Disposable {
  let held = true;
  return {
    dispose: () => {
      if (held) {
        held = false;
        release();
      }
    },
  };
}

/** Makes one disposable of many; they are disposed in reverse order, as they may build on each other. */
export function disposeAll(parts: readonly Disposable[]): Disposable {
  return disposable(() => {
    for (const part of parts.toReversed()) {
      part.dispose();
    }
  });
}
