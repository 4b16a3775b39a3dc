/** The settings that have no flag: they are decided with the repository, not for one run. */
export const fileKeys = ['secrets'] as const

/** The settings whose values can also be objects: plugins. */
export const pluginKeys = ['driver', 'reviewers', 'evaluator', 'parsers'] as const
