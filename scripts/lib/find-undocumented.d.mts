import type { ProjectReflection } from 'typedoc'

export declare const findUndocumented: (project: ProjectReflection) => string[]
