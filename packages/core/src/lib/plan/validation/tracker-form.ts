/** The form of a tracker id, such as `AM-7`, which is part of the names of branches and folders. */
export const trackerForm = /^(?!.*(?:\.\.|\.$))[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u
