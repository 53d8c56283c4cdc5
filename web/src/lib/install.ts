/** The service worker, which makes the client installable and lets it open without a network. */
type Policy = { createScriptURL(url: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Trusted Types: the address of a script may only come from a policy
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  const policy = factory?.createPolicy('koloda', { createScriptURL: (url) => url }) ?? { createScriptURL: (url: string) => url };
  addEventListener('load', () => {
    navigator.serviceWorker.register(policy.createScriptURL('/sw.js')).catch(() => {
      // not a secure address, or switched off: everything else works without it
    });
  });
}
