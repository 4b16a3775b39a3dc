export declare const slowSuites: readonly string[]
