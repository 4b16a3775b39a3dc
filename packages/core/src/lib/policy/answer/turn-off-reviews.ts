/** Tells people how to run without the reviews that a run has by default. */
export const turnOffReviews = 'To run without reviews by an agent: --no-review, or in code `reviewers: []`.'
