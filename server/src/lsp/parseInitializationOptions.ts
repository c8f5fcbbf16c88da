import type { InitializationOptions } from '../protocol/initializationOptions.ts';

/** What a client said about itself; what it did not say, or said in another form, is as if it had not been said. */
export function parseInitializationOptions(options: unknown): InitializationOptions {
  const told =
    typeof options === 'object' && options !== null
      ? (options as Partial<Record<string, unknown>>)
      : {};
  const { trusted, yamlSchemas, inlayHints, documentation } = told;
  const { showsImpact, fetchesCharts, copiesNotes } = told;
  return {
    trusted: trusted === true,
    ...(typeof documentation === 'string' && { documentation }),
    ...(yamlSchemas === 'elsewhere' && { yamlSchemas }),
    ...(inlayHints === true && { inlayHints }),
    ...(showsImpact === true && { showsImpact }),
    ...(fetchesCharts === true && { fetchesCharts }),
    ...(copiesNotes === true && { copiesNotes }),
  };
}
