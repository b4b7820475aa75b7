/** Exported objects as Web services, and calls of those of others. */
@NullMarked
package dev.assent.transport.soap.service;

import org.jspecify.annotations.NullMarked;
