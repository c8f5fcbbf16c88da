import type { Disposable } from '../../server/src/util/disposable.ts';
import type { Result } from '../../server/src/util/result.ts';
import { OracleProcess } from './oracleProcess.ts';
import { isString, isStrings, readField } from './parseAnswer.ts';

/** A Kustomization with its source, in the format of the recorded cases of Flux. */
export interface FluxCase {
  readonly kustomization: string;
  /** Path in the source to text. */
  readonly files: Readonly<Record<string, string>>;
  readonly configMaps: readonly string[];
  readonly secrets: readonly string[];
  readonly options: { readonly strict: boolean };
}

/** A tree with patterns of what its artifact leaves out. */
export interface IgnoreCase {
  /** The text of the `.sourceignore` of each folder that has one; `''` is the top. */
  readonly files: Readonly<Record<string, string>>;
  /** The folders of `files` in the order in which Flux reads them. */
  readonly order: readonly string[];
  /** `spec.ignore`. */
  readonly ignore?: string | undefined;
  /** Paths of files; one that ends with a slash is a folder. */
  readonly paths: readonly string[];
}

/**
 * Flux's own libraries, kept running for many questions until they are disposed. Each method answers in the order of its
 * input; a failure is the error of Flux as text, or the oracle's own `panic: …`, `timeout: …` and `invalid case: …`.
 */
export class FluxOracle implements Disposable {
  readonly #kustomizations: OracleProcess;
  readonly #ignores: OracleProcess;

  /** `program` is what `fluxOraclePath` gave. */
  constructor(program: string) {
    this.#kustomizations = new OracleProcess(program, 'kustomization', {});
    this.#ignores = new OracleProcess(program, 'ignore', {});
  }

  /** The objects of each Kustomization, as YAML. */
  async expand(cases: readonly FluxCase[]): Promise<readonly Result<string, string>[]> {
    const answers: Result<string, string>[] = [];
    for await (const line of this.#kustomizations.answer(cases.map((one) => JSON.stringify(one))))
      answers.push(readField(line, 'yaml', isString));
    return answers;
  }

  /** The paths of each tree that are left out. */
  async ignored(
    cases: readonly IgnoreCase[],
  ): Promise<readonly Result<readonly string[], string>[]> {
    const answers: Result<readonly string[], string>[] = [];
    for await (const line of this.#ignores.answer(cases.map((one) => JSON.stringify(one))))
      answers.push(readField(line, 'ignored', isStrings));
    return answers;
  }

  dispose(): void {
    this.#kustomizations.dispose();
    this.#ignores.dispose();
  }
}
