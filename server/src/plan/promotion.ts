import type { PlanCode } from '../text/planWords.en.ts';
import type { PromotedApplication, Stage } from './findStage.ts';
import type { PlanNote, PlanPlace } from './planTypes.ts';

/** What is to be promoted. */
export interface PromotionRequest {
  /** Names of applications, or folders that hold layers. */
  readonly applications: readonly string[];
  readonly from: string;
  readonly to: readonly string[];
  /** FIELDs, images, charts, repositories or versions of the source: nothing else moves; empty for all versions. */
  readonly only: readonly string[];
  /** Why stages between are left out. */
  readonly because: string | undefined;
  /** Now, in ISO form: windows of syncs are told by when they open; `undefined` where nobody looks at the clock. */
  readonly now?: string | undefined;
}

/** What is promoted from where to where. */
export interface Promotion {
  readonly promoted: PromotedApplication;
  readonly from: Stage;
  readonly targets: readonly Stage[];
  readonly request: PromotionRequest;
}

/** Makes notes about one application. */
export type NoteMaker = (
  code: PlanCode,
  parameters: Readonly<Record<string, string>>,
  at?: PlanPlace,
  cluster?: string,
) => PlanNote;

/** The maker of notes about an application. */
export function noteMaker(application: string): NoteMaker {
  return (code, parameters, at, cluster) => ({
    code,
    parameters: { application, ...parameters },
    application,
    cluster,
    at,
  });
}
