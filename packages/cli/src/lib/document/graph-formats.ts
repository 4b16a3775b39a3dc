/** The forms of `amelia graph`. */
export const graphFormats = ['ascii', 'mermaid', 'json'] as const
