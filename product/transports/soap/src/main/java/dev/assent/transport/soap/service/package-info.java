/** Exported objects as Web services, and calls of other processes' Web services. */
@NullMarked
package dev.assent.transport.soap.service;

import org.jspecify.annotations.NullMarked;
