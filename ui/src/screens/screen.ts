export interface ScreenProps {
  /** The parts of the address after the screen's name. */
  place: readonly string[];
}
