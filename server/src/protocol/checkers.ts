/** The setting that names programs that judge what is delivered, each as FORMAT=COMMAND. */
export const checkersSetting = 'strata.check.checkers';
