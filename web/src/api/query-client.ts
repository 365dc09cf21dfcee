import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors.ts";

const FRESH_MS = 10_000;
const MAX_RETRIES = 2;
const FIRST_SERVER_ERROR = 500;

/** The cache of what the pages have read. Refusals are not repeated, because the same call gets the same refusal. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && !(error instanceof ApiError && error.status < FIRST_SERVER_ERROR),
      },
      mutations: { retry: false },
    },
  });
