/** The environment variable with the database of a run. */
export const databaseVariable = 'AMELIA_DATABASE'
