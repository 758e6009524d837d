import type { AdminRefusal } from '../../api.ts';

/** Why a run cannot be played again. */
export const NotRecorded = ({ refusal: { message, status } }: { refusal: AdminRefusal }) => (
  <div class="note">
    <p>{message}</p>
    {status === 409 && message.includes('--record-capsule') && (
      <p>
        <code>creator-sandbox --record-capsule</code>, or <code>recordCapsule: true</code> in the settings.
      </p>
    )}
  </div>
);
