/** The bundle that each simulated process loads separately, so that no module state outlives the process. */
export { fileStore, nativeGit } from '@amelia/node'
