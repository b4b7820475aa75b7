/** The transaction policies of services: WS-Policy 1.5 with the assertion of WS-AtomicTransaction 1.2 (section 4). */
@NullMarked
package dev.assent.transport.soap.policy;

import org.jspecify.annotations.NullMarked;
