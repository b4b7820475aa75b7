package dev.assent.lab.role;

import dev.assent.lab.ForkedJvm;

/**
 * Where the processes of a cast run.
 *
 * @param address by which those with an address are reached
 * @param client how the client is started
 * @param servers how all others are started
 * @param meter counts what goes between them
 * @param delayMillis how long everything takes from one to another, each way; 0 without a relay that delays it
 */
public record Site(String address, ForkedJvm.Launch client, ForkedJvm.Launch servers, Meter meter, int delayMillis) {}
