/** The forms of `amelia report`. */
export const reportFormats = ['md', 'html', 'json', 'github'] as const
