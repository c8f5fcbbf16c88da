import type { Disposable } from '../../server/src/util/disposable.ts';
import { mapResult, type Result } from '../../server/src/util/result.ts';
import { OracleProcess } from './oracleProcess.ts';
import { isRecord, isString, readAnswer, readField } from './parseAnswer.ts';

/** An ApplicationSet with the clusters and the repository that its generators see. */
export interface SetCase {
  /** YAML. */
  readonly applicationSet: string;
  readonly clusters: readonly object[];
  /** Path to text; patterns are the names of files, or `*` for all. */
  readonly files: Readonly<Record<string, string>>;
  /** In the order in which they are walked. */
  readonly folders: readonly string[];
}

/** One source of an Application, with the repository that it names. */
export interface SourceCase {
  readonly files: Readonly<Record<string, string>>;
  /** Links to their targets. */
  readonly links: Readonly<Record<string, string>>;
  /** `spec.source` of the Application. */
  readonly source: object;
  readonly name: string;
  /** The namespace of the destination. */
  readonly namespace: string;
  /** The id of the commit. */
  readonly revision: string;
  /** What kustomize is told. */
  readonly buildOptions: string;
}

/** What the repo server makes of a source. */
export interface SourceAnswer {
  readonly type: string;
  readonly objects: readonly object[];
}

/**
 * Argo CD's own code, kept running for many questions until it is disposed. Each method answers in the order of its input;
 * a failure is the error of Argo CD as text, or the oracle's own `panic: …`, `timeout: …` and `invalid case: …`.
 */
export class ArgocdOracle implements Disposable {
  readonly #sets: OracleProcess;
  readonly #sources: OracleProcess;

  /** `program` is what `argocdOraclePath` gave. */
  constructor(program: string) {
    this.#sets = new OracleProcess(program, 'sets', {});
    this.#sources = new OracleProcess(program, 'sources', {});
  }

  /** The Applications of each ApplicationSet. */
  async expand(cases: readonly SetCase[]): Promise<readonly Result<readonly object[], string>[]> {
    const answers: Result<readonly object[], string>[] = [];
    for await (const line of this.#sets.answer(cases.map((one) => JSON.stringify(one))))
      answers.push(readField(line, 'applications', isObjects));
    return answers;
  }

  /** The objects of each source. */
  async render(cases: readonly SourceCase[]): Promise<readonly Result<SourceAnswer, string>[]> {
    const answers: Result<SourceAnswer, string>[] = [];
    for await (const line of this.#sources.answer(cases.map((one) => JSON.stringify(one))))
      answers.push(
        mapResult(readAnswer(line), ({ type, objects }) => ({
          type: isString(type) ? type : '',
          objects: isObjects(objects) ? objects : [],
        })),
      );
    return answers;
  }

  dispose(): void {
    this.#sets.dispose();
    this.#sources.dispose();
  }
}

function isObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isRecord);
}
