import type { ProjectReflection } from 'typedoc'

export declare const findUnlinked: (project: ProjectReflection, isOwn: (name: string) => boolean) => string[]
