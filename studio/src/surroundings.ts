// What a scene can ask of the page that it is shown in.

export interface Surroundings {
  /** Says something to the reader. */
  tell(message: string): void;
  /** Shows a text beside the scene, as a view of its own. */
  beside(text: string): void;
}
