/** The header in which the proxy of a run names the host that a client asked. */
export const serviceHeader = 'x-sandbox-service';
