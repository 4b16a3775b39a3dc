/** The bundle that each simulated process loads for itself, so that no state of a module outlives the process. */
export { fileStore, nativeGit } from '@amelia/node'
