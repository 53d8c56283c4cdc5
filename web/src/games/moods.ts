/** The moods of all games: small, and wanted in the lobby already. */
import.meta.glob('./*/mood.css', { eager: true });
