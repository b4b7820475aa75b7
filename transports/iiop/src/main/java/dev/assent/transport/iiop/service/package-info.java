/** Exported objects by RMI-IIOP: their names, their operations, and what calls carry. */
@NullMarked
package dev.assent.transport.iiop.service;

import org.jspecify.annotations.NullMarked;
