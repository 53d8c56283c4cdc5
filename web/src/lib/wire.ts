/** What the server sends and takes. Made from src/koloda/table/wire.py and the games' views: tools/wire_types.py. */
export * from './wire.generated';
