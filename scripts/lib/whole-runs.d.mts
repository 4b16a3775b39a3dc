export declare const wholeRuns: readonly string[]
