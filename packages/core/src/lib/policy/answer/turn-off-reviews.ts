/** Tells people how to run without the reviews that a run has by default. */
export const turnOffReviews = 'To run without reviews: --no-review, in code `reviewers: []`.'
